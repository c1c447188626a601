import type { FastifyReply, FastifyRequest } from 'fastify'

/** Cookies of one call. */
export interface Cookies {
  read: (name: string) => string | null
  /** Sets a cookie that expires after `days` and is limited to `path`. */
  set: (name: string, value: string, options: { days: number; path: string }) => void
}

/**
 * HttpOnly, SameSite=Strict cookies; Secure over https. Values are not escaped: letters, digits, `.`, `-` and `_` only.
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
    set: (name, value, { days, path }) => {
      const parts = [`${name}=${value}`, `Max-Age=${days * 86_400}`, `Path=${path}`, 'HttpOnly', 'SameSite=Strict']
      void reply.header('set-cookie', [...parts, ...(https ? ['Secure'] : [])].join('; '))
    },
  }
}
