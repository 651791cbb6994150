/**
 * For tests: matches these few digits (a card's code, its last four) where they are a value. Times, durations, IDs and
 * hashes hold any four digits now and then.
 */
export const digitsAlone = (digits: string): RegExp => new RegExp(`(?<!":|[\\w.+/-])${digits}(?![\\w+/=-])`)
