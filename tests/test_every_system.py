"""Every module can be imported on a system without POSIX: no such module or name is needed before it is used."""

import subprocess
import sys

CODE = """
import builtins, os, pkgutil, signal, socket, sys, time
from importlib import import_module
from types import ModuleType

import rulewright

MODULES = set("crypt curses fcntl grp nis posix pty pwd readline resource spwd syslog termios tty".split())
NAMES = {
    os: "chown fork forkpty getegid geteuid getgid getloadavg getpgid getuid killpg mkfifo nice openpty pipe2 "
    "posix_fallocate pread pwrite register_at_fork sched_getaffinity setgid setpgid setsid setuid statvfs sync sysconf "
    "uname wait O_CLOEXEC O_DIRECTORY O_NOFOLLOW WNOHANG",
    signal: "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGUSR1 SIGUSR2 ITIMER_REAL alarm "
    "pthread_kill pthread_sigmask setitimer",
    socket: "AF_UNIX MSG_DONTWAIT MSG_NOSIGNAL SO_REUSEPORT",
    time: "clock_gettime pthread_getcpuclockid tzset CLOCK_MONOTONIC",
}
POORER = {}
for module, names in NAMES.items():
    poorer = POORER[module.__name__] = ModuleType(module.__name__)
    poorer.__dict__.update({name: value for name, value in vars(module).items() if name not in names.split()})
plain_import = builtins.__import__

def import_without_posix(name, globals=None, locals=None, fromlist=(), level=0):
    if level == 0 and str((globals or {}).get("__name__", "")).split(".")[0] == "rulewright":
        top = name.split(".")[0]
        if top in MODULES:
            raise ModuleNotFoundError(f"No module named {top!r}", name=top)
        if top in POORER and (top == name or not fromlist):
            return POORER[top]
    return plain_import(name, globals, locals, fromlist, level)

builtins.__import__ = import_without_posix
REST
"""


def run(rest: str) -> subprocess.CompletedProcess[str]:
    code = CODE.replace("REST", rest)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_every_module_is_imported_where_there_is_no_posix() -> None:
    done = run("""
modules = [found.name for found in pkgutil.walk_packages(rulewright.__path__, "rulewright.")]
for name in modules:
    if not name.endswith((".__main__", ".charts")):  # charts need matplotlib, which takes long
        import_module(name)
print(len(modules))
""")
    assert done.returncode == 0, done.stderr[-2_000:]
    assert int(done.stdout) > 500


def test_the_look_for_posix_sees_a_module_and_a_name() -> None:
    done = run("""
for line in ("import fcntl", "from signal import SIGALRM", "import os\\nos.fork", "import os.path\\nos.path.join"):
    try:
        exec(line, {"__name__": "rulewright.made_up"})
        print("passed")
    except (ImportError, AttributeError) as error:
        print(error)
""")
    assert done.returncode == 0, done.stderr
    assert [line.split(" (")[0] for line in done.stdout.splitlines()] == [
        "No module named 'fcntl'",
        "cannot import name 'SIGALRM' from 'signal'",
        "module 'os' has no attribute 'fork'",
        "passed",
    ]
