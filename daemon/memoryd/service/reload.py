"""New settings under a running daemon: taken up in place, or by building the parts anew."""

import structlog

from memoryd import config, logs
from memoryd.errors import BadRequestError, ConfigError
from memoryd_client import wire

from .parts import Parts, config_trouble
from .state import Service

log = structlog.get_logger(__name__)


def reload(service: Service, parts: Parts) -> wire.Reloaded | ConfigError:
    """Read the settings again; keep the old ones when the new ones are wrong."""
    service.notifier.reloading()
    service.look.set()
    try:
        new = config.load(service.paths.config, service.env)
    except ConfigError as exc:
        parts.health.troubles["reload"] = config_trouble(exc)
        service.notifier.send(READY=1, STATUS=f"reload failed: {exc}")
        log.warning("reload failed, the settings in force stay", error=str(exc))
        return exc
    changed = config.changes(service.settings, new)
    parts.health.troubles.pop("reload", None)
    service.settings = new
    logs.set_level(new.log.level)
    log.info("reloaded", changed=changed)
    if service.config_error or config.needs_rebuild(changed):
        service.config_error = None
        service.build_anew()
    else:
        service.notifier.send(READY=1)
        service.changed.set()
    parts.clockwork.poke()
    parts.passes.poke()
    parts.model_extractor.poke()
    return wire.Reloaded(changed=list(changed))


async def reload_or_refuse(service: Service, parts: Parts) -> wire.Reloaded:
    """Reload for a caller. Raise BadRequestError when the new settings are wrong."""
    result = reload(service, parts)
    if isinstance(result, ConfigError):
        raise BadRequestError(str(result), hint="the settings in force stay") from result
    return result
