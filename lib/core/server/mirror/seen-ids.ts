import 'server-only'

/**
 * IDs that were seen, as 53-bit hashes in a flat table: 12 to 24 bytes each, where a Set of strings takes about
 * 100. That `has` is wrong for one of a million IDs happens once in a billion times, and then only in that a
 * thing that is gone is taken for there until the next time.
 */
export class SeenIds {
  private slots = new Float64Array(1024)
  private count = 0

  add(id: string): void {
    if (this.place(hash(id))) this.count++
    if (this.count * 4 > this.slots.length * 3) this.grow()
  }

  has(id: string): boolean {
    const wanted = hash(id)
    return this.slots[this.slotOf(wanted)] === wanted
  }

  /** False where it was there. */
  private place(value: number): boolean {
    const slot = this.slotOf(value)
    const isNew = this.slots[slot] === 0
    this.slots[slot] = value
    return isNew
  }

  /** Where the value is, or where it would be. */
  private slotOf(value: number): number {
    const { slots } = this
    let slot = value % slots.length
    while (slots[slot] !== 0 && slots[slot] !== value) slot = (slot + 1) % slots.length
    return slot
  }

  private grow(): void {
    const old = this.slots
    this.slots = new Float64Array(old.length * 2)
    for (const value of old) if (value !== 0) this.place(value)
  }
}

/** cyrb53 (public domain): fast, well spread, not for secrets. Never 0, which marks an empty slot. */
function hash(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0) || 1
}
