// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
]

// On Linux a release has the runtime linked in: the program is one file, and starts in milliseconds.
let shellLinking: [LinkerSetting] = [
    .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux], configuration: .release))
]

let package = Package(
    name: "autowait",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "autowait", targets: ["autowait"]),
        .library(name: "Simulation", targets: ["Simulation"]),
        .library(name: "PlayerModel", targets: ["PlayerModel"]),
    ],
    targets: [
        .target(name: "PlayerModel", swiftSettings: settings),
        .target(name: "Simulation", dependencies: ["PlayerModel"], swiftSettings: settings),
        .executableTarget(
            name: "autowait",
            dependencies: ["Simulation"],
            swiftSettings: settings,
            linkerSettings: shellLinking
        ),
        .testTarget(name: "PlayerModelTests", dependencies: ["PlayerModel"], swiftSettings: settings),
        .testTarget(
            name: "SimulationTests",
            dependencies: ["Simulation", "PlayerModel"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "autowaitTests",
            dependencies: ["autowait", "Simulation", "PlayerModel"],
            swiftSettings: settings
        ),
    ]
)
