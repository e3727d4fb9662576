import Simulation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// What libFuzzer calls with every input. A target is a file with one function, `fuzz`.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    fuzz(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Ends the program, which libFuzzer takes for a crash, where something is not so.
func demand(_ isSo: Bool, _ words: @autoclosure () -> String) {
    if isSo { return }
    print("demanded: \(words())")
    fflush(nil)
    abort()
}

/// What is said of a file must be a line that a terminal shows as it is, and lead to a place in the text.
func judge(_ diagnostics: [Diagnostic], in bytes: [UInt8]) {
    if diagnostics.isEmpty { return }
    let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
    for diagnostic in diagnostics {
        demand(1...lines ~= Int(diagnostic.place.line), "line \(diagnostic.place.line) of \(lines)")
        demand(1...bytes.count + 1 ~= Int(diagnostic.place.column), "column \(diagnostic.place.column)")
        demand(!diagnostic.message.isEmpty, "a message")
        judge(diagnostic.text(sources: [SourceText(file: "file", bytes: [])]))
    }
}

/// One line of plain characters.
func judge(_ line: String) {
    let isPlain = line.unicodeScalars.allSatisfy { $0.value >= 32 && !(127..<160 ~= $0.value) }
    demand(isPlain, "no control character in '\(line)'")
}
