#!/usr/bin/env bash
# Installs the real agents, and the node they run on, into a folder of their own, where the tests
# marked `agents` look for them: install.sh [claude] [codex] [qwen]; all three without arguments.
# Does nothing that is done already. Needs npm, and the network the first time.
set -euo pipefail

into=${MEMORYD_AGENTS:-$HOME/.cache/memoryd-agents}
declare -A packages=(
  [claude]="@anthropic-ai/claude-code@^2.1.332"
  [codex]="@openai/codex@^0.171.0"
  [qwen]="@qwen-code/qwen-code@^0.24.4"
)
wanted=("$@")
[ $# -gt 0 ] || wanted=(claude codex qwen)
for agent in "${wanted[@]}"; do
  [ -n "${packages[$agent]:-}" ] || { echo "unknown agent $agent; known: ${!packages[*]}" >&2; exit 2; }
done
command -v npm > /dev/null || { echo "npm is missing: install node 22 or newer" >&2; exit 1; }

mkdir -p "$into"
cd "$into"
install() { npm install --prefix . --no-audit --no-fund --no-update-notifier --loglevel=error "$@" > /dev/null; }

[ -f package.json ] || echo '{"private": true}' > package.json
# First the node, since npm takes an older package where the newest does not run on its own.
[ -x node_modules/.bin/node ] || install "node@^22"
export PATH=$into/node_modules/.bin:$PATH
for agent in "${wanted[@]}"; do
  [ -x "node_modules/.bin/$agent" ] || install "${packages[$agent]}"
done
