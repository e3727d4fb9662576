import PlayerModel

/// The keys that say which variants are eligible, which of them is fetched first, and which afterwards.
enum VariantFormat {
    static let keys =
        eligible.noted { $0.keysOfVariants.append($1) } + [layer] + later.noted { $0.keysOfVariants.append($1) }

    private static let eligible = KeyList<PlayerDraft>.list {
        Key("first_variant", "Which of the eligible variants is fetched.", usually: .word("first-listed"))
            .holds(placed: .plainRule(VariantChoice.allCases)) { $0.rules.firstVariant = $1 }
        Key(
            "preferred_peak_bitrate_kbps",
            "Variants above it are not eligible; 0 permits all.", usually: .number(0)
        )
        .holds(placed: .number(.kilobitsPerSecond, 0...100_000_000_000)) { $0.peakInKilobits = $1 }
        Key("preferred_peak_bitrate_bps", "preferredPeakBitRate as the code has it, in bits per second.")
            .holds(placed: .number(.bitsPerSecond, 0...100_000_000_000)) { $0.peakInBits = $1 }
        Key("preferred_maximum_resolution", "Variants that are wider or higher are not eligible.")
            .holds(placed: resolution) {
                $0.variantLimits.preferredMaximumResolution = $1.value.dimensions
                $0.maximumResolutionPlace = $1.place
            }
    }

    private static let resolution = ValueFormat.object("resolution", "A width and a height.", from: SizeDraft()) {
        SizeDraft.sides("Pixels.", areRequired: true)
    }

    private static let layer: KeyFormat<PlayerDraft> =
        Key(
            "layer", "The AVPlayerLayer: variants with more pixels than fill it are not eligible.",
            usually: .said("none")
        )
        .holds(placed: layerSize) {
            $0.variantLimits.layer = $1.value.layer
            $0.settings.hasLayer = $1.value.layer?.attachment == .early
            $0.layerPlace = $1.place
        }

    private static let layerSize = ValueFormat.object("layer", "What shows the video.", from: SizeDraft()) {
        SizeDraft.sides("Points.", areRequired: true)
        SizeDraft.scale
        Key("attached", "When the player gets it.", usually: .word("early"))
            .holds(.words(PlayerLayer.Attachment.allCases.map { ($0.name, $0, $0.about) })) { $0.attachment = $1 }
    }

    private static let later = KeyList<PlayerDraft>.list {
        Key(
            "display",
            "The display: variants of a higher range are not eligible, where there is one that it shows.",
            usually: .said("none")
        )
        .holds(ColorFormat.display) { $0.variantLimits.display = $1 }
        Key("switching", "Which variant each later segment is fetched of.", usually: .word("fixed"))
            .holds(placed: .plainRule(VariantSwitch.all)) { $0.rules.switching = $1 }
        Key(
            "abandon_segment", "When a segment under way is given up for one of a lower variant.",
            usually: .word("never")
        )
        .holds(placed: .plainRule(SegmentAbandonment.all)) { $0.rules.abandonment = $1 }
        Key(
            "replace_segment", "Which loaded segment is fetched once more in a higher variant.",
            usually: .word("none")
        )
        .holds(placed: .plainRule(SegmentReplacement.all)) { $0.rules.replacement = $1 }
    }
}
