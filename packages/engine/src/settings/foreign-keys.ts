import { type Place, memberPlace, missingField, readFields, readString } from './decoder.ts'

/** A field that holds ids of documents of another index. */
export interface ForeignKey {
  readonly foreignIndexUid: string
  readonly fieldName: string
}

/** Reads one key. */
export function parseForeignKey(value: unknown, place: Place): ForeignKey {
  const fields = readFields(value, place, ['foreignIndexUid', 'fieldName'])
  const read = (name: string): string => {
    if (fields[name] === undefined) throw missingField(name, place)
    return readString(fields[name], memberPlace(place, name))
  }
  return { foreignIndexUid: read('foreignIndexUid'), fieldName: read('fieldName') }
}
