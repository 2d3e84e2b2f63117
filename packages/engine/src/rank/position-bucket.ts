import { POSITION_MAX } from '../limits.ts'

/** Positions are exact at the start of a field and coarser further on (relevancy 2.5). */
export function bucketedPosition(position: number): number {
  if (position < 16) return position
  if (position < 24) return 24
  // the smallest power of two that is not below the position
  const power = 1 << (32 - Math.clz32(position - 1))
  return power > POSITION_MAX ? POSITION_MAX : power
}
