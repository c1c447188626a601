import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** Test helper: stubs what jsdom lacks and renders in the theme's provider without transitions and an empty router. */
export function testScreen() {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, ResizeObserver: NoResizeObserver })
  window.matchMedia = (query: string) => Object.assign(new EventTarget(), quietQuery(query))
  Element.prototype.scrollIntoView = () => {}
  const frame = document.body.appendChild(document.createElement('div'))
  const root = createRoot(frame)
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  return {
    show: (children: ReactNode) =>
      act(async () =>
        root.render(
          <RouterContextProvider router={router}>
            <MantineProvider env="test">{children}</MantineProvider>
          </RouterContextProvider>,
        ),
      ),
    close: async () => {
      await act(async () => root.unmount())
      frame.remove()
    },
  }
}

function quietQuery(media: string) {
  return { media, matches: false, onchange: null, addListener: () => {}, removeListener: () => {} }
}

/** Finds the element with this text or name; throws if there is none. */
export function find<Kind extends HTMLElement>(kind: new () => Kind, selector: string, text = ''): Kind {
  for (const element of document.querySelectorAll(selector)) {
    if (element instanceof kind && (text === '' || element.textContent === text)) return element
  }
  throw new Error(`No ${selector} ${text}`)
}

/** Types a text into an input as one change event. */
export async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Clicks a button and waits until updates settle. */
export async function press(element: HTMLElement): Promise<void> {
  await act(async () => element.click())
}
