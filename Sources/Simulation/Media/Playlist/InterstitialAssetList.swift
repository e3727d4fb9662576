/// The assets of an interstitial event that a server says when it is asked: what X-ASSET-LIST leads to (RFC 8216bis,
/// appendix D.2).
package struct InterstitialAssetList: Equatable, Sendable {
    /// The URIs of what is shown, one after the other.
    package let uris: [String]
    /// The size of the list as it travels.
    package let bytes: Int64

    /// A reason why a text is no list, in words that go on after its name.
    package struct Fault: Error, Equatable, Sendable {
        package let words: String
    }

    package init(_ text: [UInt8]) throws(Fault) {
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONReader.read(text, source: 0).root
        } catch {
            throw Fault(words: "is no JSON: line \(error.place.line): \(error.message)")
        }
        guard case .array(let assets)? = root.member("ASSETS")?.value else {
            throw Fault(words: "has no ASSETS: it is { \"ASSETS\": [{ \"URI\": …, \"DURATION\": … }] }")
        }
        var uris: [String] = []
        for (index, asset) in assets.enumerated() {
            guard let uri = asset.member("URI")?.string, !uri.isEmpty else {
                throw Fault(words: "has no URI in asset \(index + 1)")
            }
            uris.append(uri)
        }
        (self.uris, bytes) = (uris, Int64(text.count))
    }
}
