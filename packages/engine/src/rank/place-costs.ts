// What it costs a word to stand away from its place in the query (relevancy 7.5), per posting. Frequent words remember
// what was decoded: their documents come up in one search after the other.

import type { PositionBuffer, Postings, Searcher } from '../index/searcher.ts'
import { denseIndexOf } from '../query/dense-postings.ts'
import { bucketedPosition } from './position-bucket.ts'

/** Cost of a distance: the index of the first bound that is not below it. */
const DISTANCE_BOUNDS = [0, 1, 4, 7, 11, 16, 24, 64, 256, 1024]

/** The cost of a word beyond every bound. */
export const DEAREST: number = DISTANCE_BOUNDS.length

/** Words further on in a query are not remembered: at most as many bytes per posting as it has itself. */
export const PLACES_MAX = 10

/** Per place in the query and posting: one more than the cost, 0 while it is unknown. */
const known = new WeakMap<Postings, Uint8Array[]>()

/** Costs of the postings of one word for one place; `termCount` words in a row pay from there on. */
export class PlaceCosts {
  #searcher: Searcher
  #postings: Postings
  #place: number
  #termCount: number
  #costs: Uint8Array | null
  #buffer: PositionBuffer = buffer

  constructor(searcher: Searcher, postings: Postings, place: number, termCount: number) {
    this.#searcher = searcher
    this.#postings = postings
    this.#place = place
    this.#termCount = termCount
    this.#costs = termCount === 1 ? costsOf(postings, place, searcher.slotCount) : null
  }

  /** The cost of one posting; 0 when the word stands on its place. */
  at(posting: number): number {
    const costs = this.#costs
    if (costs !== null && costs[posting] !== 0) return costs[posting]! - 1
    const cost = distanceCost(this.#distance(posting), this.#termCount)
    if (costs !== null) costs[posting] = cost + 1
    return cost
  }

  #distance(posting: number): number {
    // most often asked of the first word, whose nearest place is the first one
    if (this.#place === 0) {
      return bucketedPosition(this.#searcher.firstPosition(this.#postings, posting, this.#buffer))
    }
    const count = this.#searcher.readPositions(this.#postings, posting, this.#buffer)
    return nearest(this.#buffer.values, count, this.#place)
  }
}

/** Read at once by whoever has it filled. */
const buffer: PositionBuffer = { values: new Uint32Array(64) }

function costsOf(postings: Postings, place: number, slotCount: number): Uint8Array | null {
  if (place >= PLACES_MAX || denseIndexOf(postings, slotCount) === null) return null
  let places = known.get(postings)
  if (places === undefined) known.set(postings, (places = []))
  return (places[place] ??= new Uint8Array(postings.count))
}

/** The smallest distance between `target` and a bucketed position; there is at least one. */
function nearest(positions: Uint32Array, count: number, target: number): number {
  let best = 0x10000
  for (let i = 0; i < count; i++) {
    const place = positions[i]! & 0xffff
    const bucket = place < 16 ? place : bucketedPosition(place)
    const distance = bucket < target ? target - bucket : bucket - target
    if (distance === 0) return 0
    if (distance < best) best = distance
  }
  return best
}

function distanceCost(distance: number, termCount: number): number {
  let cost = 0
  for (let i = 0; i < termCount; i++) cost += stepCost(distance + i)
  return cost
}

function stepCost(distance: number): number {
  let cost = 0
  while (cost < DEAREST && distance > DISTANCE_BOUNDS[cost]!) cost++
  return cost
}
