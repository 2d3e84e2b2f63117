// Property tests run with one seed, so that a red run can be repeated and a green one stays green; the fuzz run draws new ones.

import * as fc from 'fast-check'

if (process.env['SEXTANT_FUZZ'] !== '1') fc.configureGlobal({ seed: 20_261_115 })
