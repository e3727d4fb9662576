// seeds: .ci/fuzz/Seeds/*.movie
// Movies of Sabre.
import Simulation

func fuzz(_ bytes: [UInt8]) {
    let (asset, diagnostics) = SabreMovie.read(SourceText(file: "movie.json", bytes: bytes))
    demand((asset == nil) == !diagnostics.isEmpty, "a movie, or what is wrong with it")
    judge(diagnostics, in: bytes)
}
