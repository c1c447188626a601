import { IconPhone } from '@tabler/icons-react'
import { usePhone } from '../ui/basics/use-phone.ts'
import { phonePanelId, setPhoneOpen, usePhoneOpen } from './phone-panel.ts'
import css from './telephony.module.css'
import { useTelephonyRole } from './use-telephony-role.ts'

/** Top bar widget that opens and closes the phone; its label includes the role (TEL-02, TEL-03). */
export function TelephonyWidget() {
  const open = usePhoneOpen()
  const narrow = usePhone()
  const role = useTelephonyRole()
  return (
    <button
      type="button"
      className={css.widget}
      aria-label={`Phone, ${role}`}
      aria-expanded={open}
      aria-controls={open ? phonePanelId : undefined}
      onClick={() => setPhoneOpen(!open)}
    >
      <IconPhone size={narrow ? 20 : 16} stroke={1.75} aria-hidden />
      {narrow ? null : 'Phone'}
    </button>
  )
}
