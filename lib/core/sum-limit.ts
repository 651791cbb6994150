/** Sums of amounts as numbers. A sum at the limit, above or below 0, means that or more, as no number is exact beyond. */

export const sumLimit = Number.MAX_SAFE_INTEGER

export function limitedSum(sum: bigint): number {
  const limit = BigInt(sumLimit)
  return Number(sum > limit ? limit : sum < -limit ? -limit : sum)
}

export const isAtLimit = (sum: number): boolean => Math.abs(sum) >= sumLimit
