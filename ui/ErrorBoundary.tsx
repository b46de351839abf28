import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  fallback: (error: Error, retry: () => void) => ReactNode
  children: ReactNode
}

/** A class, because only a class component can catch errors of rendering. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    if (!this.state.error) return this.props.children
    return this.props.fallback(this.state.error, () => this.setState({ error: null }))
  }
}
