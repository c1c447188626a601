import { ownSecondFactor } from '@coverdesk/domain/second-factor/own-second-factor-contract.ts'
import { secondFactor } from '@coverdesk/domain/second-factor/second-factor-contract.ts'
import type { Bind } from '../platform/http/http-call.ts'
import { codeRecipients } from './code-recipients.ts'
import { beginApp, chooseCodes, confirmApp, newRecoveryCodes, readStatus, turnOffApp } from './own-second-factor.ts'
import { sendCode } from './send-code.ts'
import { verifyCode } from './verify-code.ts'

export function secondFactorRoutes(on: Bind): void {
  on(secondFactor.recipients, codeRecipients)
  on(secondFactor.sendCode, sendCode)
  on(secondFactor.sendCodeByGet, sendCode)
  on(secondFactor.verifyCode, verifyCode)
  on(secondFactor.verifyCodeByGet, verifyCode)

  on(ownSecondFactor.status, readStatus)
  on(ownSecondFactor.beginApp, beginApp)
  on(ownSecondFactor.confirmApp, confirmApp)
  on(ownSecondFactor.turnOffApp, turnOffApp)
  on(ownSecondFactor.newRecoveryCodes, newRecoveryCodes)
  on(ownSecondFactor.chooseCodes, chooseCodes)
}
