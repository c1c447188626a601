/** Selection mode. */
export type Selects = 'one' | 'one or none' | 'many' | 'many or none'

/** Whether a click on the selected row clears the selection (CUST-02); a click then never opens the row. */
export const isToggleSelection = (selects: Selects | undefined) => selects?.endsWith('or none') ?? false
