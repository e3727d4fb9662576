import PlayerModel

/// Actions on the queue of an `AVQueuePlayer`, and on what its items play.
package enum QueueActions {
    package enum Operation: Equatable, Sendable {
        /// `AVPlayerItem.select(_:in:)` of an option for sound, by its language: of this item, and by our choice of
        /// those that follow, as an app does that keeps what the person has chosen.
        case selectAudio(ExactText)
        /// `AVPlayerLooper.disableLooping()`.
        case disableLooping
        /// `AVPlayerItem.seek(to:)` of that item, current or behind the current one.
        case seek(item: Int32, to: MediaTime, before: MediaTime, after: MediaTime)
        /// `AVPlayerItem.forwardPlaybackEndTime = …` of that item, likewise.
        case setForwardPlaybackEndTime(MediaTime?, item: Int32)
        /// The limits of that item alone, wherever it is; an app sets them, and no script does.
        case prefer(ItemPreferences, item: Int32)
    }

    static let itemOfQueue = "The item, by its name; one that is neither current nor in the queue is left as it is."
    static let itemAnywhere =
        "The item, by its name; one that is not in the queue has that end when it is inserted, but not after a load."

    static let entries = [
        ActionEntry("insert", "insert(_:after:).", from: ItemKeys()) {
            Key("item", "The item, by its name.").holds(placed: .name, isRequired: true) { $0.item = $1 }
            Key("after", "The item that it comes after.", usually: .said("the last one"))
                .holds(placed: .name) { $0.after = $1 }
        } make: { keys, context in
            guard let item = context.item(keys.item) else { return nil }
            let name = keys.item?.value.text
            guard let after = keys.after else { return .insert(item, named: name, after: nil) }
            return context.item(after).map { .insert(item, named: name, after: $0.id, named: after.value.text) }
        },
        ActionEntry(
            "change_tracks", "The language of sound or subtitles changes, or a track is enabled or disabled.",
            .changeTracks),
        ActionEntry(
            "select_audio",
            "select(_:in:): sound in another language, which has to be fetched; of later items too (ours).",
            from: Placed<ExactText>?.none
        ) {
            Key("language", "The language, as the audio has it.").holds(placed: .name, isRequired: true) { $0 = $1 }
        } make: { language, context in
            language.flatMap { context.isLanguage($0) ? .selectAudio($0.value) : nil }
        },
        ActionEntry("remove", "remove(_:).", from: Placed<ExactText>?.none) {
            Key("item", "The item, by its name.").holds(placed: .name, isRequired: true) { $0 = $1 }
        } make: { item, context in
            context.item(item).map { .remove($0.id, named: item?.value.text) }
        },
        ActionEntry("advance_to_next_item", "advanceToNextItem().", .advanceToNextItem),
        ActionEntry("remove_all_items", "removeAllItems().", .removeAllItems),
        ActionEntry(
            "disable_looping", "AVPlayerLooper.disableLooping(): the replica that plays is the last."
        ) { context in
            if case .looper = context.looping { return .disableLooping }
            context.report("there is no AVPlayerLooper; write \"loop\": \"looper\"")
            return nil
        },
    ]

    private struct ItemKeys: Sendable {
        var item: Placed<ExactText>?
        var after: Placed<ExactText>?
    }
}

extension ActionContext {
    /// The item of that name; where there is none, that is reported.
    mutating func item(_ name: Placed<ExactText>?) -> PlayerItem? {
        guard let name else { return nil }
        if let place = itemNames.place(of: name.value) { return items[place] }
        let hint = findings.hint(name.value, among: itemNames)
        findings.report("there is no item '\(name.value)'\(hint)", name.place)
        return nil
    }

    fileprivate mutating func isLanguage(_ name: Placed<ExactText>) -> Bool {
        var known: [ExactText] = []
        for audio in assets.flatMap({ $0.allAudio }) where !known.contains(audio.language) {
            if !audio.language.isEmpty { known.append(audio.language) }
        }
        if known.contains(name.value) { return true }
        // Of media that is still to be read, or to be mended, nobody knows that yet.
        if hasStandIn { return false }
        let hint = known.isEmpty ? ": no audio says its 'language'" : findings.hint(name.value, among: known)
        findings.report("there is no audio in '\(name.value)'\(hint)", name.place)
        return false
    }
}

extension Action {
    package static func insert(
        _ item: PlayerItem, named name: String? = nil, after id: Int32?, named other: String? = nil
    ) -> Action {
        let place = id.map { ActionWords.item($0, other) } ?? "nil"
        let words = "insert(\(ActionWords.item(item.id, name)), after: \(place))"
        return Action(.insert(item, after: id), words: words) {
            $0.arrival = .queued
            $0.items = [item]
        }
    }

    package static let changeTracks = Action(.changeTracks, words: "the tracks that play change", decidesWhatIsNeeded)

    package static func selectAudio(_ language: ExactText) -> Action {
        Action(.queue(.selectAudio(language)), words: "the audio is to be in \"\(language)\"", decidesWhatIsNeeded)
    }

    package static func remove(_ id: Int32, named name: String? = nil) -> Action {
        Action(.remove(id), words: "remove(\(ActionWords.item(id, name)))", decidesWhatIsNeeded)
    }

    package static func setForwardPlaybackEndTime(
        _ place: MediaTime?, item id: Int32, named name: String?
    ) -> Action {
        let words = "\(ActionWords.item(id, name)): forwardPlaybackEndTime = \(ActionWords.seconds(place))"
        return Action(.queue(.setForwardPlaybackEndTime(place, item: id)), words: words, decidesWhatIsNeeded)
    }

    /// Sets the limits of an item. The words tell of those that are others than before.
    package static func prefer(
        _ own: ItemPreferences, insteadOf old: ItemPreferences, item id: Int32, named name: String? = nil
    ) -> Action {
        var changes: [String] = []
        if own.peakBitRate != old.peakBitRate {
            changes.append(limit(.preferredPeakBitRate(own.peakBitRate)).words)
        }
        if own.maximumResolution != old.maximumResolution {
            changes.append(limit(.preferredMaximumResolution(own.maximumResolution)).words)
        }
        if own.forwardBuffer != old.forwardBuffer {
            changes.append(setPreferredForwardBuffer(own.forwardBuffer).words)
        }
        let words = "\(ActionWords.item(id, name)): \(changes.joined(separator: ", "))"
        return Action(.queue(.prefer(own, item: id)), words: words)
    }

    package static let advanceToNextItem = Action(
        .advanceToNextItem, words: "advanceToNextItem()", decidesWhatIsNeeded)
    package static let removeAllItems = Action(.removeAllItems, words: "removeAllItems()", decidesWhatIsNeeded)
    package static let disableLooping = Action(.queue(.disableLooping), words: "disableLooping()")
}
