/**
 * The styles that the first paint of any screen needs, sign-in included: the type, the tokens, and Mantine's files for
 * button, input, checkbox, link and toast only. Imported once, by main.tsx. Everything else comes with the module that
 * uses it (overlay-styles.ts). Mantine's files are in the layer `mantine`; CSS of our own is not, and so always wins.
 */
import './fonts/inter.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/VisuallyHidden.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import './tokens.css'
import './base.css'
