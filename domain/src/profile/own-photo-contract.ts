import { z } from 'zod'
import { signedIn } from '../access/claim-expression.ts'
import { Done, NoInput, route } from '../platform/route.ts'

/** Limits of a photo. */
export const photoLimits = { bytes: 5 * 1024 * 1024, pixels: 25_000_000, side: 256 } as const

/** The user's photo; a contract of its own, because every screen shows it. */
export const ownPhoto = {
  photo: route({
    method: 'GET',
    path: '/api/user/photo',
    allow: signedIn,
    audit: { nothing: 'the own picture' },
    summary: 'The user’s photo as base64 png data; 204 without one',
    input: NoInput,
    output: z.object({ photo: z.string() }).nullable(),
  }),
  setPhoto: route({
    method: 'POST',
    path: '/api/user/photo',
    allow: signedIn,
    audit: 'own',
    repeat: { harmless: 'the same photo replaces itself' },
    summary: 'Set the user’s photo: an image of at most 5 MB and 25 megapixels, stored as a square png',
    // Sent with a raw body, and ignored.
    input: z.strictObject({ fileName: z.string().max(400).optional() }),
    output: Done,
    body: 'file',
  }),
  removePhoto: route({
    method: 'DELETE',
    path: '/api/user/photo',
    allow: signedIn,
    audit: 'own',
    summary: 'Remove the user’s photo',
    input: NoInput,
    output: Done,
  }),
}
