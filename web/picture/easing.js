/**
 * Numbers of a picture's data that move to new values from Python instead of jumping.
 *
 * @typedef {Object} Motion
 * @property {number} from
 * @property {number} to
 * @property {number} start in milliseconds
 */

const DURATION = 1400; // ms

/** A number in motion, slow at both ends. @param {Motion} motion @param {number} now */
export function easedAt({ from, to, start }, now) {
  const share = Math.max(0, Math.min(1, (now - start) / DURATION));
  return from + (to - from) * share * share * (3 - 2 * share);
}

export class Easing {
  /** @type {Map<string, Motion>} */
  motions = new Map();

  /** @param {string[]} names of the numbers that move */
  constructor(names) {
    this.names = names;
  }

  /**
   * Start moving to the numbers of new data; the first time, and with reduced motion, jump to them.
   * @param {Record<string, unknown>} data
   * @param {number} now
   * @param {boolean} isStill
   */
  follow(data, now, isStill) {
    for (const name of this.names) {
      const to = data[name], motion = this.motions.get(name);
      if (typeof to !== "number") this.motions.delete(name);
      else if (!motion || isStill) this.motions.set(name, { from: to, to, start: now });
      else if (motion.to !== to) this.motions.set(name, { from: easedAt(motion, now), to, start: now });
    }
  }

  /**
   * The data with these numbers as they are now.
   * @template {object} D
   * @param {D} data
   * @param {number} now
   * @returns {D}
   */
  read(data, now) {
    const values = Object.fromEntries([...this.motions].map(([name, motion]) => [name, easedAt(motion, now)]));
    return { ...data, ...values };
  }

  /** @param {number} now */
  isMoving(now) {
    return [...this.motions.values()].some(({ from, to, start }) => from !== to && now < start + DURATION);
  }
}
