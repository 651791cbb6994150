import 'server-only'

/**
 * A set of IDs as 53-bit hashes in a flat table: 12 to 24 bytes each, where a Set of strings takes about 100. With a
 * million IDs, one is mistaken for another once in a billion times. A removed ID keeps its place as a negative number, so
 * that those behind it are still found.
 */
export class IdSet {
  private slots = new Float64Array(1024)
  private places = 0
  size = 0

  add(id: string): void {
    const value = hash(id)
    const slot = this.slotOf(value)
    const before = this.slots[slot]
    if (before === value) return
    if (before === 0) this.places++
    this.slots[slot] = value
    this.size++
    if (this.places * 4 > this.slots.length * 3) this.grow()
  }

  remove(id: string): void {
    const value = hash(id)
    const slot = this.slotOf(value)
    if (this.slots[slot] !== value) return
    this.slots[slot] = -value
    this.size--
  }

  has(id: string): boolean {
    const wanted = hash(id)
    return this.slots[this.slotOf(wanted)] === wanted
  }

  private slotOf(value: number): number {
    const { slots } = this
    let slot = value % slots.length
    while (slots[slot] !== 0 && Math.abs(slots[slot] ?? 0) !== value) slot = (slot + 1) % slots.length
    return slot
  }

  private grow(): void {
    const old = this.slots
    this.slots = new Float64Array(old.length * 2)
    for (const value of old) if (value !== 0) this.slots[this.slotOf(Math.abs(value))] = value
  }
}

/** cyrb53 (public domain): fast, well distributed, not for secrets. Never 0, which marks an empty slot. */
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
