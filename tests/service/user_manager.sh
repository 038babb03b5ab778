#!/usr/bin/env bash
# A systemd user manager of its own, for an unprivileged uid, on a machine that need not run systemd.
#
#   unshare --mount --propagation private tests/service/user_manager.sh UID HOME PATH...
#
# As root, in a mount namespace of its own: nothing of the machine is changed but for a control
# group, which is removed at the end. Each PATH is made reachable for UID. Prints `ready` once the
# manager answers and lives until its stdin ends; what else it says is why it could not.
set -euo pipefail
umask 022
uid=$1 home=$2
shift 2
runtime=/run/user/$uid
stash=/run/stash

as_user() {
  setpriv --reuid "$uid" --regid "$uid" --clear-groups \
    env -i HOME="$home" XDG_RUNTIME_DIR="$runtime" PATH=/usr/bin:/bin PYTHONPATH="${PYTHONPATH:-}" "$@"
}

# What lies below a directory that only its owner may enter is mounted once more, below a directory
# in memory that hides the other.
make_reachable() {
  local path ancestor n=0
  for path; do
    mkdir -p "$stash/$((++n))"
    mount --bind "$path" "$stash/$n"
  done
  for path; do
    ancestor=
    while read -r -d / name; do
      ancestor=${ancestor%/}/$name
      if [ -d "$ancestor" ] && ! as_user test -x "$ancestor"; then
        mount -t tmpfs -o mode=755 none "$ancestor"
      fi
    done <<< "${path#/}/"
  done
  n=0
  for path; do
    mkdir -p "$path"
    mount --bind "$stash/$((++n))" "$path"
  done
}

members() { find "$group" -name cgroup.procs -exec cat {} +; }

clean_up() {
  local pids
  while pids=$(members) && [ -n "$pids" ]; do
    # shellcheck disable=SC2086
    kill -KILL $pids 2> /dev/null || true
  done
  find "$group" -depth -type d -exec rmdir {} +
}

mount -t tmpfs -o mode=755 none /run
mkdir -p /run/systemd/system "$runtime" "$home"
chown "$uid:$uid" "$runtime" "$home"
chmod 700 "$runtime" "$home"
make_reachable "$@"

mount -t cgroup2 none /sys/fs/cgroup
group=$(mktemp -d /sys/fs/cgroup/memoryd-test.XXXXXX)
trap clean_up EXIT
chown -R "$uid:$uid" "$group"
{
  echo "$BASHPID" > "$group/cgroup.procs"
  exec 0< /dev/null
  as_user /lib/systemd/systemd --user --log-target=console --default-standard-output=inherit
} > /run/manager.log 2>&1 &

for _ in $(seq 100); do
  if as_user systemctl --user is-system-running > /dev/null 2>&1; then
    echo ready
    cat > /dev/null
    exit
  fi
  sleep 0.1
done
echo "the manager does not come up: $(tail -n 3 /run/manager.log)" >&2
exit 1
