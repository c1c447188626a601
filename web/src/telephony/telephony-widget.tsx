import { IconPhone } from '@tabler/icons-react'
import { usePhone } from '../ui/basics/use-phone.ts'
import { phonePanelId, phoneWidgetId, setPhoneOpen, usePhoneOpener } from './phone-panel.ts'
import css from './telephony.module.css'
import { useTelephonyRole } from './use-telephony-role.ts'

/** Top bar widget that opens and closes the phone; its label includes the role (TEL-02, TEL-03). */
export function TelephonyWidget() {
  const open = usePhoneOpener() !== null
  const narrow = usePhone()
  const role = useTelephonyRole()
  return (
    <button
      id={phoneWidgetId}
      type="button"
      className={css.widget}
      aria-label={`Phone, ${role}`}
      aria-expanded={open}
      aria-controls={open ? phonePanelId : undefined}
      onClick={() => setPhoneOpen(open ? null : 'bar')}
    >
      <IconPhone size={narrow ? 20 : 16} stroke={1.75} aria-hidden />
      {narrow ? null : 'Phone'}
    </button>
  )
}
