// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
    import Glibc

    // Not every distribution has the C library as an archive, unless one asks for it.
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
    let hasStaticLibrary = folders.contains { access("\($0)/libc.a", R_OK) == 0 }
#else
    let hasStaticLibrary = false
#endif

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
]

// A debug build goes from file to file, many of them in one process of the compiler. Each process reads the whole
// module first, and of tests it expands the macros that add declarations, for seconds: so 100 files to one, not 25.
let fewProcesses = ["-driver-batch-size-limit", "100"]

// With the trait, a debug build has the libraries optimized, and their tests take a quarter of the time. The flag reaches
// no package that does not ask for it by name: `.package(url: …, from: …, traits: ["Optimized"])`.
let librarySettings =
    settings + [.unsafeFlags(["-Osize"] + fewProcesses, .when(configuration: .debug, traits: ["Optimized"]))]

let testSettings = settings + [.unsafeFlags(fewProcesses)]

// On Linux a release has the runtime linked in, and no symbols. Where there is an archive of the C library, it has that
// too: the program is one file for any distribution, and starts sooner, because nothing is to be loaded or relocated.
// Only the program has these flags, so that packages that depend on the libraries build.
let shellLinking: [LinkerSetting] = [
    .unsafeFlags(
        [hasStaticLibrary ? "-static-executable" : "-static-stdlib", "-Xlinker", "-s"],
        .when(platforms: [.linux], configuration: .release))
]

// What pages and drawings are made of, within the program: it stays one file.
let pages = [
    "page.html", "run.html", "player.html", "failed.html", "settings.html", "compare.html", "scenario.html",
    "scatter.html", "cell.html", "decision.html", "fit.html", "test.html", "tests.html", "page.css",
    "drawing.css", "decision.css", "page.js", "ticks.js",
]

let package = Package(
    name: "autowait",
    // The oldest systems that have integers of 128 bits, in which the work of a link is counted:
    // Sources/Simulation/Network/Link.swift. Products of two large numbers have as many, in the libraries alike.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "autowait", targets: ["autowait"]),
        // For tests of an app's player code: the one module that they import.
        .library(name: "AutowaitTesting", targets: ["AutowaitTesting"]),
        // For an app that embeds the machine itself.
        .library(name: "PlayerModel", targets: ["PlayerModel"]),
    ],
    traits: [
        .trait(
            name: "Optimized",
            description: "Optimizes the libraries in debug builds: their tests take a quarter of the time"
        )
    ],
    targets: [
        // The square root of Double is in libm, which a program without Foundation does not have by itself on Linux.
        .target(
            name: "PlayerModel", swiftSettings: librarySettings,
            linkerSettings: [.linkedLibrary("m", .when(platforms: [.linux]))]
        ),
        // What the loop stands on. It is generic: an optimized debug build, which goes from file to file, makes it for an
        // element of another file only where it is public, in a module of its own.
        .target(name: "SimulationContainers", swiftSettings: librarySettings),
        .target(
            name: "Simulation", dependencies: ["PlayerModel", "SimulationContainers"], swiftSettings: librarySettings),
        .target(
            name: "AutowaitTesting", dependencies: ["Simulation", "PlayerModel"],
            swiftSettings: settings + [.enableUpcomingFeature("MemberImportVisibility")]
        ),
        .executableTarget(
            name: "autowait",
            dependencies: ["Simulation"],
            resources: pages.map { .embedInCode("Page/\($0)") },
            swiftSettings: settings,
            linkerSettings: shellLinking
        ),
        .testTarget(name: "PlayerModelTests", dependencies: ["PlayerModel"], swiftSettings: testSettings),
        .testTarget(
            name: "SimulationTests",
            dependencies: ["AutowaitTesting", "Simulation", "SimulationContainers", "PlayerModel"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "AutowaitTestingTests",
            dependencies: ["AutowaitTesting", "Simulation", "PlayerModel"],
            swiftSettings: testSettings
        ),
        .testTarget(
            name: "autowaitTests",
            dependencies: ["autowait", "Simulation", "PlayerModel"],
            swiftSettings: testSettings
        ),
    ]
)
