import { z } from 'zod'
import { LoginAnswer, SecretCode } from '../access/access-contract.ts'
import { anyone } from '../access/claim-expression.ts'
import { Done, route } from '../platform/route.ts'

const SendCode = z.strictObject({ code: SecretCode, method: z.string().min(1).max(40) })
const VerifyCode = z.strictObject({ code: SecretCode, loginCode: SecretCode })

/** `code` identifies the login in progress, `loginCode` is what the user typed. */
export const secondFactor = {
  sendCode: route({
    method: 'POST',
    path: '/identity/2fa/send',
    whileDiskIsLow: true,
    allow: anyone,
    audit: 'own',
    repeat: { never: 'it carries a secret' },
    summary: 'Send a code for the second factor of a login',
    input: SendCode,
    output: Done,
  }),
  sendCodeByGet: route({
    method: 'GET',
    path: '/identity/2fa/send',
    whileDiskIsLow: true,
    allow: anyone,
    ownPagesOnly: true,
    audit: 'own',
    summary: 'Send a code for the second factor, as the specification calls it',
    input: SendCode,
    output: Done,
  }),
  verifyCode: route({
    method: 'POST',
    path: '/identity/2fa/validate',
    whileDiskIsLow: true,
    allow: anyone,
    audit: 'own',
    repeat: { never: 'its answer is a secret' },
    summary: 'Complete a login with the code of its second factor',
    input: VerifyCode,
    output: LoginAnswer,
  }),
  verifyCodeByGet: route({
    method: 'GET',
    path: '/identity/2fa/validate',
    whileDiskIsLow: true,
    allow: anyone,
    ownPagesOnly: true,
    audit: 'own',
    summary: 'Complete a login with the code of its second factor, as the specification calls it',
    input: VerifyCode,
    output: LoginAnswer,
  }),
}
