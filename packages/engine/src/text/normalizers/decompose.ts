import type { Normalizer } from './normalizer.ts'

/** Compatibility decomposition. Half a surrogate pair becomes the replacement char, so that every lemma has a UTF-8 form. */
export const decompose: Normalizer = {
  name: 'decompose',
  appliesTo: () => true,
  normalize: (part) => (LONE_SURROGATE.test(part) ? '\ufffd' : part.normalize('NFKD')),
}

const LONE_SURROGATE = /\p{Surrogate}/u
