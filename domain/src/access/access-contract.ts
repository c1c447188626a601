import { z } from 'zod'
import { Done, Nothing, route } from '../platform/route.ts'
import { anyone, signedIn } from './claim-expression.ts'
import { CurrentUser } from './rights.ts'

export const UserName = z.string().trim().min(1, 'User is required').max(200)
/** An unguessable code of ours, or one that a person types. */
export const SecretCode = z.string().trim().min(1, 'Code is required').max(200)

/** What the login form holds. Login asks only that both are there; the password rule is for setting one. */
export const Login = z.strictObject({
  user: UserName,
  pass: z.string().min(1, 'Password is required').max(1000),
  rememberUsername: z.boolean().default(false),
})

/**
 * The answers of a login: a live token; a pending one, which its first call makes live, ending the older session
 * a code for the second factor; a code that permits only to set a password.
 */
export const LoginAnswer = z.union([
  z.strictObject({ active_session: z.literal(true), token: z.string() }),
  z.strictObject({ code: z.string(), twoFactorRequired: z.literal(true), methods: z.array(z.string()) }),
  z.strictObject({ token: z.string() }),
  z.strictObject({ code: z.string() }),
])
export type LoginAnswer = z.infer<typeof LoginAnswer>

export const access = {
  login: route({
    method: 'POST',
    path: '/identity/login',
    whileDiskIsLow: true,
    allow: anyone,
    audit: 'own',
    repeat: { never: 'its answer is a secret' },
    summary: 'Sign in with user and password',
    input: Login,
    output: LoginAnswer,
  }),
  logout: route({
    method: 'POST',
    path: '/identity/logout',
    whileDiskIsLow: true,
    allow: signedIn,
    whileEnrolling: true,
    whilePending: true,
    audit: 'own',
    repeat: { harmless: 'a session ends once' },
    summary: 'End the session of the token',
    input: Nothing,
    output: Done,
  }),
  logoutByGet: route({
    method: 'GET',
    path: '/identity/logout',
    whileDiskIsLow: true,
    allow: signedIn,
    whileEnrolling: true,
    whilePending: true,
    ownPagesOnly: true,
    audit: 'own',
    summary: 'End the session of the token, as the specification calls it',
    input: Nothing,
    output: Done,
  }),
  currentUser: route({
    method: 'GET',
    path: '/api/CurrentUser',
    allow: signedIn,
    whileEnrolling: true,
    audit: { nothing: 'oneself' },
    summary: 'Who is signed in, with the rights as they are now',
    input: Nothing,
    output: CurrentUser,
  }),
}
