/** The version of Sextant itself. */
export const SEXTANT_VERSION = '0.1.0'

/** The version of the interface that is answered: clients choose features by it. */
export const INTERFACE_VERSION = '1.16.0'
