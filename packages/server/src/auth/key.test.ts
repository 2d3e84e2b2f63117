import { expect, test } from 'vitest'

import { keySecret } from './key.ts'

test('a secret follows from the master key and the uid alone', () => {
  // A known pair of the interface: keys survive a move to another server with the same master key.
  expect(keySecret('lighthouse-keeper-master-0001', '7c0de000-0000-4000-8000-000000000001')).toBe(
    '465cad0b38bb9dc4c69994b49ea3600470d74f784781c3b0c7ca27d575cf76f7',
  )
})
