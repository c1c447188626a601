import { z } from 'zod'
import { Done, Nothing, route } from '../platform/route.ts'
import { anyone, signedIn } from './claim-expression.ts'
import { CurrentUser } from './rights.ts'

/** What the login form holds. Login asks only that both are there; the password rule is for setting one. */
export const Login = z.strictObject({
  user: z.string().trim().min(1, 'User is required').max(200),
  pass: z.string().min(1, 'Password is required').max(200),
  rememberUsername: z.boolean().default(false),
})

/** The four answers of a login. This installment gives only `{ token }`; the others come with second factor and reset. */
export const LoginAnswer = z.union([
  z.object({ active_session: z.literal(true), token: z.string() }),
  z.object({ code: z.string(), twoFactorRequired: z.literal(true), methods: z.array(z.string()) }),
  z.object({ token: z.string() }),
  z.object({ code: z.string() }),
])

export const access = {
  login: route({
    method: 'POST',
    path: '/identity/login',
    allow: anyone,
    summary: 'Sign in with user and password',
    input: Login,
    output: LoginAnswer,
  }),
  logout: route({
    method: 'GET',
    path: '/identity/logout',
    allow: signedIn,
    summary: 'End the session of the token',
    input: Nothing,
    output: Done,
  }),
  currentUser: route({
    method: 'GET',
    path: '/api/CurrentUser',
    allow: signedIn,
    summary: 'Who is signed in, with the rights as they are now',
    input: Nothing,
    output: CurrentUser,
  }),
}
