import { z } from 'zod'

/** Five-digit ZIP code. */
export const ZipCode = z.string().regex(/^\d{5}$/, 'Not a ZIP code')
