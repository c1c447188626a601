import { z } from 'zod'
import { LoginAnswer, SecretCode } from '../access/access-contract.ts'
import { anyone } from '../access/claim-expression.ts'
import { Done, route } from '../platform/route.ts'

const SendCode = z.strictObject({ code: SecretCode, method: z.string().min(1).max(40) })
const CodeRecipients = z.strictObject({
  recipients: z.array(z.strictObject({ method: z.enum(['email', 'sms']), recipient: z.string() })),
})
const VerifyCode = z.strictObject({ code: SecretCode, loginCode: SecretCode })

/** `code` identifies the login in progress, `loginCode` is what the user typed. */
export const secondFactor = {
  recipients: route({
    method: 'POST',
    path: '/identity/2fa/recipients',
    whileDiskIsLow: true,
    allow: anyone,
    audit: { nothing: 'masked addresses, for the owner of the password' },
    repeat: { harmless: 'it changes nothing' },
    summary: 'Masked addresses to which the codes of a login can be sent',
    input: z.strictObject({ code: SecretCode }),
    output: CodeRecipients,
  }),
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
