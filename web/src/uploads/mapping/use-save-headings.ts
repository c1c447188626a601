import type { HeadingMapping, HeadingUse } from '@coverdesk/domain/uploads/carrier-profile.ts'
import { uploads } from '@coverdesk/domain/uploads/upload-contract.ts'
import { useState } from 'react'
import { call } from '../../platform/api/call.ts'
import { invalidate } from '../../platform/api/query.ts'
import { toasts } from '../../platform/toasts/toasts.tsx'
import { withHeadings } from './heading-choices.ts'

/** Saves the mapping in the carrier's profile, so that the next file needs no questions. */
export function useSaveHeadings(kind: 'policies' | 'commissions', onSaved: () => void) {
  const [saving, setSaving] = useState(false)
  const save = async (carrierId: number, uses: readonly HeadingUse[], choices: HeadingMapping) => {
    setSaving(true)
    try {
      const { version, profile } = await call(uploads.profile, { carrierId, kind })
      await call(uploads.saveProfile, { carrierId, kind, version, profile: withHeadings(profile, uses, choices) })
      await invalidate(uploads.profile)
      toasts.success('Carrier profile saved')
      onSaved()
    } catch (error) {
      toasts.failure("Couldn't save the carrier profile:", error)
    } finally {
      setSaving(false)
    }
  }
  return { save, saving }
}
