import { IconDeviceMobile, IconMail, IconMessage } from '@tabler/icons-react'
import css from './second-factor.module.css'

const known = {
  authenticator: { name: 'Authenticator app', note: 'Open it on your phone', icon: IconDeviceMobile },
  email: { name: 'Email', note: 'We send a code to your address', icon: IconMail },
  sms: { name: 'Text message', note: 'We send a code to your phone', icon: IconMessage },
}
const isKnown = (method: string): method is keyof typeof known => Object.hasOwn(known, method)

/** Methods that the login offers, one selected (AUTH-24); a method unknown to this page keeps its raw name. */
export function MethodChoice(props: {
  methods: string[]
  /** Masked addresses by method; without one, a sentence says how the code comes. */
  recipients: Partial<Record<string, string>>
  chosen: string
  onChoose: (method: string) => void
}) {
  const { methods, recipients, chosen, onChoose } = props
  return (
    <fieldset className={css.methods}>
      <legend>{methods.length > 1 ? 'How do you want to get your code?' : 'How you get your code'}</legend>
      {methods.map((method) => {
        const {
          name,
          note,
          icon: Icon,
        } = isKnown(method) ? known[method] : { name: method, note: '', icon: IconMessage }
        return (
          <label key={method} className={css.method}>
            <input
              type="radio"
              name="method"
              value={method}
              checked={chosen === method}
              onChange={() => onChoose(method)}
            />
            <Icon size={18} stroke={1.75} aria-hidden />
            <span className={css.methodWords}>
              {name}
              <span className={css.quiet}>{recipients[method] ?? note}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
