import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Cookies of one call. */
export interface Cookies {
  read: (name: string) => string | null
  /** Sets a cookie that expires after `days` and is limited to `path`. */
  set: (name: string, value: string, options: { days: number; path: string }) => void
}

const attributes = { httpOnly: true, sameSite: 'strict' } satisfies CookieSerializeOptions

/** HttpOnly, SameSite=Strict cookies; Secure over https. */
export function cookiesOf(request: FastifyRequest, reply: FastifyReply, https: boolean): Cookies {
  return {
    read: (name) => request.cookies[name] ?? null,
    set: (name, value, { days, path }) =>
      void reply.setCookie(name, value, { ...attributes, secure: https, path, maxAge: days * 86_400 }),
  }
}
