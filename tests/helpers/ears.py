"""What is heard of a page: its samples, and what a Fourier transform finds in them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

__all__ = ["Ears", "Tone", "analyse"]

RECORD = """
if (!window.played) {
  window.played = [];
  const copy = AudioBuffer.prototype.copyToChannel;
  AudioBuffer.prototype.copyToChannel = function (samples, channel) {
    if (channel === 0) played.push({ rate: this.sampleRate, ears: [] });
    played.at(-1).ears.push(Array.from(samples));
    return copy.call(this, samples, channel);
  };
}
"""
# What a key plays, it plays at once or in the next frame.
PLAYED = """new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done(played.length))))"""
PARTIALS = 7


@dataclass(frozen=True)
class Tone:
    """A tone: its side from -1 to 1, its pitch in Hz, and the shares of its partials."""

    side: float
    pitch: float
    spectrum: NDArray[np.float64]

    @property
    def place(self) -> NDArray[np.float64]:
        """The place in the picture, in shares from its lower left corner."""
        return np.array([(self.side + 1) / 2, np.log2(self.pitch / 200) / 3])

    @property
    def swapped(self) -> "Tone":
        """The tone if side and pitch changed places."""
        across, up = self.place
        return Tone(2 * up - 1, 200 * 2 ** (3 * across), self.spectrum)


def analyse(ears: NDArray[np.float64], rate: float) -> Tone:
    """Return the tone in the samples of both ears."""
    left, right = (float(np.sqrt((ear**2).mean())) for ear in ears)
    wave = ears.sum(axis=0)
    size = 1 << 17
    power = np.abs(np.fft.rfft(wave * np.hanning(wave.size), size))
    frequencies = np.fft.rfftfreq(size, 1 / rate)
    audible = (frequencies > 150) & (frequencies < 1700)
    strong = np.flatnonzero(audible & (power > 0.5 * power[audible].max()))
    first = strong[: np.argmax(np.diff(strong, append=size) > 1) + 1]  # the lowest peak
    pitch = float(frequencies[first[np.argmax(power[first])]])
    partials = np.array(
        [power[np.abs(frequencies - k * pitch) < 20].max(initial=0) for k in range(1, PARTIALS + 1)]
    )
    return Tone(np.arctan2(right, left) * 4 / np.pi - 1, pitch, partials / np.linalg.norm(partials))


class Ears:
    """The ears of a visitor of a page, from its next load on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(RECORD)

    def after(self, key: str) -> Tone | None:
        """Press a key and return the tone that it plays; None if there is silence."""
        before = self.page.evaluate("played.length")
        self.page.keyboard.press(key)
        return self.hear() if self.page.evaluate(PLAYED) > before else None

    def hear(self) -> Tone:
        """Return the tone that was played last."""
        last = self.page.evaluate("played.at(-1)")
        return analyse(np.array(last["ears"]), last["rate"])
