import { useMe } from '#console/session/use-me.ts'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

export default function HomeScreen() {
  const { staff } = useMe()
  return <ScreenTitle>{`Olá, ${staff.name}`}</ScreenTitle>
}
