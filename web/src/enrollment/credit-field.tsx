import '@mantine/core/styles/Slider.layer.css'
import { amountOf, showMoney } from '@coverdesk/domain/fields/amount.ts'
import { Slider, TextInput } from '@mantine/core'
import { useState } from 'react'
import { usePhone } from '../ui/basics/use-phone.ts'
import { useSelectOnFocus } from '../ui/fields/select-on-focus.ts'
import css from './enrollment-page.module.css'
import { useEnrollmentTexts } from './enrollment-texts.ts'

interface CreditFieldProps {
  /** Name of the group, for screen readers. */
  group: string
  /** In cents. */
  value: number
  most: number
  onChange(wantedCents: number): void
}

/** APTC that a group applies: a number input and a slider in sync (ENROLL-06, ENROLL-08). */
export function CreditField({ group, value, most, onChange }: CreditFieldProps) {
  const size = usePhone() ? 'xl' : 'md'
  const texts = useEnrollmentTexts()
  const [typed, setTyped] = useState<string>()
  const select = useSelectOnFocus()
  const type = (text: string) => {
    const dollars = Number(text)
    // Incomplete input waits; out-of-range values are clamped at once.
    if (text.trim() === '' || Number.isNaN(dollars)) return setTyped(text)
    const wanted = Math.round(dollars * 100)
    setTyped(wanted < 0 || wanted > most ? undefined : text)
    onChange(wanted)
  }
  return (
    <div className={css.credit}>
      <TextInput
        className={`figures ${css.creditBox}`}
        type="number"
        {...select}
        inputMode="decimal"
        size={size}
        label={texts.creditToApply}
        aria-label={texts.creditOf(group)}
        description={texts.ofMost(showMoney(amountOf(most)))}
        leftSection="$"
        min={0}
        max={most / 100}
        step={0.01}
        disabled={most === 0}
        value={typed ?? amountOf(value)}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <Slider
        className={css.creditSlider}
        thumbLabel={texts.creditSliderOf(group)}
        thumbValueText={(dollars) => showMoney(amountOf(Math.round(dollars * 100)))}
        label={(dollars) => showMoney(amountOf(Math.round(dollars * 100)))}
        min={0}
        // A slider without a range can't place its thumb.
        max={Math.max(most, 1) / 100}
        step={0.01}
        precision={2}
        disabled={most === 0}
        value={value / 100}
        onChange={(dollars) => {
          setTyped(undefined)
          onChange(Math.round(dollars * 100))
        }}
      />
    </div>
  )
}
