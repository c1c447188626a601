import type { FastifyReply, FastifyRequest } from 'fastify'

/** The cookies of one call: what the browser sent, and what it is asked to keep. */
export interface Cookies {
  read: (name: string) => string | null
  /** Kept for `days`, sent back to `path` only. */
  keep: (name: string, value: string, options: { days: number; path: string }) => void
}

/**
 * Cookies that scripts cannot read (HttpOnly) and other sites cannot make a browser send (SameSite=Strict); over https
 * they never travel without it. Values are ours: letters, digits, `.`, `-` and `_` only.
 */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, https: boolean): Cookies {
  return {
    read: (name) => {
      for (const pair of (request.headers.cookie ?? '').split(';')) {
        const [key, value] = pair.split('=', 2)
        if (key?.trim() === name) return value?.trim() ?? ''
      }
      return null
    },
    keep: (name, value, { days, path }) => {
      const parts = [`${name}=${value}`, `Max-Age=${days * 86_400}`, `Path=${path}`, 'HttpOnly', 'SameSite=Strict']
      void reply.header('set-cookie', [...parts, ...(https ? ['Secure'] : [])].join('; '))
    },
  }
}
