import { IconDeviceMobile, IconMail, IconMessage } from '@tabler/icons-react'
import css from './second-factor.module.css'
import { useSecondFactorTexts } from './second-factor-texts.ts'

const icons = { authenticator: IconDeviceMobile, email: IconMail, sms: IconMessage }
const isKnown = (method: string): method is keyof typeof icons => Object.hasOwn(icons, method)

/** Methods that the login offers, one selected (AUTH-24); a method unknown to this page keeps its raw name. */
export function MethodChoice(props: {
  methods: string[]
  /** Masked addresses by method; without one, a sentence says how the code comes. */
  recipients: Partial<Record<string, string>>
  chosen: string
  onChoose: (method: string) => void
}) {
  const { methods, recipients, chosen, onChoose } = props
  const texts = useSecondFactorTexts()
  return (
    <fieldset className={css.methods}>
      <legend>{methods.length > 1 ? texts.howMany : texts.how}</legend>
      {methods.map((method) => {
        const { name, note } = isKnown(method) ? texts.methods[method] : { name: method, note: '' }
        const Icon = isKnown(method) ? icons[method] : IconMessage
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
