/**
 * Shape of a catalogue in another language: the same members, each a text or a function of the same arguments. A missing
 * translation does not compile: `const es: Translated<typeof en> = …`.
 */
export type Translated<Texts> = {
  readonly [Name in keyof Texts]: Texts[Name] extends (...given: infer Given) => string
    ? (...given: Given) => string
    : Texts[Name] extends string
      ? string
      : Translated<Texts[Name]>
}
