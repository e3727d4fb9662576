/// The assets of an interstitial event that a server says when it is asked: what X-ASSET-LIST leads to (RFC 8216bis,
/// appendix D.2).
package struct InterstitialAssetList: Equatable, Sendable {
    /// The URIs of what is shown, one after the other.
    package let uris: [String]
    /// The size of the list as it travels.
    package let bytes: Int64

    package init(_ text: [UInt8]) throws(NamedFileFault) {
        let root = try NamedFileFault.root(of: text)
        guard case .array(let assets)? = root.member("ASSETS")?.value else {
            throw NamedFileFault("has no ASSETS: it is { \"ASSETS\": [{ \"URI\": …, \"DURATION\": … }] }")
        }
        var uris: [String] = []
        for (index, asset) in assets.enumerated() {
            guard let uri = asset.member("URI")?.string, !uri.isEmpty else {
                throw NamedFileFault("has no URI in asset \(index + 1)")
            }
            uris.append(uri)
        }
        (self.uris, bytes) = (uris, Int64(text.count))
    }
}
