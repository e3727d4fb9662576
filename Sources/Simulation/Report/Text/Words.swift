import PlayerModel

/// The history in words: the reason for each change of the panel.
package enum Words {
    /// The words of an entry about the panel, or nil where it says nothing that another does not.
    /// - Parameter judged: The words for the judgement of the keep-up rule, where it has one, or for why nothing more
    ///   comes; nil are their own.
    /// - Parameter hasItem: Whether the player has an item: else that is what it lacks, and not media.
    package static func announcement(
        _ announcement: Announcement, judged words: String? = nil, hasItem: Bool = true
    ) -> String? {
        switch announcement {
        case .status(let status, let reason, _, let cause): self.status(status, reason, cause, words, hasItem)
        case .timebase, .endIsAhead: nil
        case .likelyToKeepUp(true, let judgement): "likely to keep up: \(words ?? self.judgement(judgement))"
        case .likelyToKeepUp(false, let judgement):
            "no longer likely to keep up: \(words ?? self.judgement(judgement))"
        case .bufferFull(true): "the buffer is full"
        case .bufferFull(false): "the buffer is no longer full"
        case .bufferEmpty(false): "there is media to play"
        case .bufferEmpty(true): nil
        case .playbackStalled, .didPlayToEndTime, .failedToPlayToEndTime, .itemFailed, .timeJumped, .seekFinished,
            .prerollFinished, .pipelines, .exception:
            TraceText.words(announcement.form)
        }
    }

    package static func exception(_ exception: PlayerException) -> String {
        let why =
            switch exception {
            case .setRateAtHostTimeWhileWaitingAutomatically:
                "setRate(_:time:atHostTime:) needs automaticallyWaitsToMinimizeStalling to be false"
            case .advanceWithoutQueue: "an AVPlayer cannot advance, only an AVQueuePlayer can"
            case .prerollWhileNotReady: "preroll(atRate:) takes a player that is readyToPlay"
            case .itemCannotBeInserted: "an item is in the queue once, and comes after one that is in it"
            }
        return "\(NamesOfAVFoundation.exception): \(why)"
    }

    package static func judgement(_ judgement: KeepUp.Reason) -> String {
        let form = judgement.form
        return TraceText.filled(form.text) { _ in TraceText.words(form.value) }
    }

    package static func failure(_ failure: LoadFailure) -> String {
        let form = failure.form
        return TraceText.filled(form.text) { _ in "\(form.status)" }
    }

    /// The offer of the network, from the quantities that are not at their neutral values.
    package static func network(_ values: NetworkValues) -> String {
        var parts = ["\(QuantityText.capacity(values.down)) down", "\(QuantityText.capacity(values.up)) up"]
        func add(_ down: Int64, _ up: Int64, _ unit: Unit, _ noun: String) {
            guard down > 0 || up > 0 else { return }
            let (left, right) = (QuantityText.value(down, unit) + noun, QuantityText.value(up, unit))
            parts.append(down == up ? "\(left) each way" : "\(left) down, \(right) up")
        }
        add(values.delayDown.nanoseconds, values.delayUp.nanoseconds, .milliseconds, "")
        add(values.lossDown, values.lossUp, .percent, " loss")
        if values.dnsDelay > .zero {
            parts.append("look-ups \(QuantityText.value(values.dnsDelay.nanoseconds, .milliseconds)) late")
        }
        return parts.joined(separator: ", ")
    }

    private static func status(
        _ status: TimeControlStatus, _ reason: WaitingReason?, _ cause: Cause, _ words: String?, _ hasItem: Bool
    ) -> String? {
        switch (status, cause) {
        case (.playing, .judged(let judgement)): "plays: \(words ?? self.judgement(judgement))"
        case (.playing, .bufferFull): "plays: the buffer is full, so waiting longer is of no use"
        case (.playing, .nothingMoreComes): "plays: \(words ?? "nothing more comes"), so waiting longer is of no use"
        case (.playing, .fillsPipelines): "plays: enough is loaded to fill the pipelines with (preroll_media_s)"
        case (.playing, .remembered): "plays: there is media, and the request was remembered (early_request)"
        case (.playing, .itemArrived): "goes over to the item"
        case (.playing, _): "plays at once"
        case (.waitingToPlayAtSpecifiedRate, .judged(let judgement)):
            "\(reason == .evaluatingBufferingRate ? "evaluates" : "waits"): \(words ?? self.judgement(judgement))"
        case (.waitingToPlayAtSpecifiedRate, .fillsPipelines):
            "waits: too little is loaded to fill the pipelines with (preroll_media_s)"
        case (.waitingToPlayAtSpecifiedRate, .evaluated): "no longer evaluates: evaluation_s is over"
        case (.waitingToPlayAtSpecifiedRate, .nothingLoaded): "waits as after a stall: nothing is loaded"
        case (.waitingToPlayAtSpecifiedRate, .remembered):
            "waits for \(hasItem ? "media" : "an item"): "
                + "without autowait the rate that was asked for is remembered (early_request)"
        case (.waitingToPlayAtSpecifiedRate, .stalled): "waits to minimize stalls"
        case (.waitingToPlayAtSpecifiedRate, .noItem): "waits: there is no item"
        case (.waitingToPlayAtSpecifiedRate, .reachedEnd): "waits: the queue is empty"
        case (.waitingToPlayAtSpecifiedRate, .itemArrived): "waits for the new item"
        case (.waitingToPlayAtSpecifiedRate, .seekedOutsideBuffer): "waits: the place is not loaded"
        case (.waitingToPlayAtSpecifiedRate, .interstitialEnded): "evaluates anew"
        case (.waitingToPlayAtSpecifiedRate, _): nil
        case (.paused, .stalled): "the rate falls to 0: where a player does not wait, a stall is for the app to mend"
        case (.paused, .nothingLoaded):
            "the rate is 0: \(hasItem ? "nothing is loaded" : "there is no item"), and this player does not wait"
        case (.paused, .dropped):
            "the rate is 0: \(hasItem ? "nothing is loaded yet" : "there is no item"), "
                + "and without autowait the request is dropped (early_request)"
        case (.paused, .noItem):
            "the rate falls to 0: there is no item, and this player does not wait (early_request)"
        case (.paused, .seekedOutsideBuffer):
            "the rate falls to 0: the place is not loaded, and this player does not wait (early_request)"
        case (.paused, .reachedEnd): "pauses at the end"
        case (.paused, .itemFailed): "the rate is 0: a failed item cannot be played"
        case (.paused, .interrupted(let interruption)): "the rate falls to 0: \(self.interruption(interruption))"
        case (.paused, _): nil
        }
    }

    /// The reason that `rateDidChangeNotification` gives, where that is known (B.1).
    private static func interruption(_ interruption: Interruption) -> String {
        switch interruption {
        case .audioSession: "audioSessionInterrupted"
        case .oldDeviceUnavailable: "the device that it was heard on is gone"
        case .background: "appBackgrounded"
        }
    }

    /// Phrases on as few lines as they fit, none of them split; a line that is joined stays shorter than `length`, but
    /// for its last separator.
    static func wrapped(
        _ phrases: [some StringProtocol], joinedBy separator: String, indent: String = "", length: Int
    ) -> [String] {
        phrases.reduce(into: []) { lines, phrase in
            if let last = lines.last, last.unicodeScalars.count + phrase.unicodeScalars.count < length {
                lines[lines.count - 1] = last + separator + phrase
            } else {
                lines.append(indent + phrase)
            }
        }
    }
}
