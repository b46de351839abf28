export const formText = {
  save: 'Salvar',
  discard: 'Desfazer alterações',
  unsaved: 'Há alterações não salvas.',
  leaveTitle: 'Sair sem salvar?',
  leaveText: 'O que você mudou nesta tela ainda não foi salvo.',
  leave: 'Sair sem salvar',
  stay: 'Continuar aqui',
}
