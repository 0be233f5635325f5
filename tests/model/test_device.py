"""A device is used only if it is there, has room and reckons right; the model on the processor always stays."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace

import pytest
from tiny_checkpoint import ROSTOK, WINDOW, tiny_checkpoint

from rostok_gui.model import device as devices
from rostok_gui.model.checkpoint import build_model, read_checkpoint
from rostok_gui.model.config import ModelConfig

torch = pytest.importorskip("torch")
IDS = torch.tensor([[0, 7, 3]])


@pytest.fixture(params=[ROSTOK, WINDOW], ids=["rostok", "window"])
def model(request: pytest.FixtureRequest, tmp_path: Path) -> torch.nn.Module:
    config: ModelConfig = request.param
    return build_model(read_checkpoint(tiny_checkpoint(tmp_path, config)))


def copied_to(change) -> object:  # type: ignore[no-untyped-def]  # any callable on a model
    """A stand-in for ``Module.to`` of a device that keeps the model where it is and does `change` to it."""

    def to(self: torch.nn.Module, target: object) -> torch.nn.Module:
        change(self)
        return self

    return to


def raiser(error: BaseException) -> object:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def test_the_processor_is_listed_first() -> None:
    first, *others = devices.list_devices()
    assert first.id == "cpu"
    assert first.name
    assert first.memory is None or first.memory > 1 << 28
    assert len(others) == torch.cuda.device_count() + torch.backends.mps.is_available()


def test_every_cuda_device_is_listed_and_a_dead_one_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def properties(n: int) -> object:
        if n == 1:
            raise RuntimeError("fell off the bus")
        return SimpleNamespace(name=f"Card {n}", total_memory=n + 8)

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 3)
    monkeypatch.setattr(torch.cuda, "get_device_properties", properties)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: True)
    found = [(d.id, d.name, d.memory) for d in devices.list_devices()[1:]]
    assert found == [("cuda:0", "Card 0", 8), ("cuda:2", "Card 2", 10), ("mps", "Apple GPU", None)]


def test_on_the_processor_the_model_is_taken_as_it_is(model: torch.nn.Module) -> None:
    assert devices.place(model, "cpu") is model


def test_a_sound_device_gets_a_copy(model: torch.nn.Module, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.nn.Module, "to", copied_to(lambda placed: None))
    placed = devices.place(model, "cuda:0")
    assert placed is not model
    assert torch.equal(placed(IDS), model(IDS))
    assert torch.get_float32_matmul_precision() == "highest"


def spoil(model: torch.nn.Module) -> None:
    list(model.parameters())[-1].data.flatten()[0] += 1.0


def fill_with_nan(model: torch.nn.Module) -> None:
    list(model.parameters())[-1].data.flatten()[0] = math.nan


def shorten(model: torch.nn.Module) -> None:
    model.embed.weight.data = model.embed.weight.data[:-1]
    if hasattr(model, "out"):
        model.out.weight.data, model.out.bias.data = model.out.weight.data[:-1], model.out.bias.data[:-1]


@pytest.mark.parametrize(("fault", "word"), [(spoil, "reckons wrong"), (fill_with_nan, "nan")])
def test_a_device_that_reckons_wrong_is_refused(
    model: torch.nn.Module, monkeypatch: pytest.MonkeyPatch, fault: object, word: str
) -> None:
    before = model(IDS).clone()
    monkeypatch.setattr(torch.nn.Module, "to", copied_to(fault))
    with pytest.raises(devices.DeviceError, match=word) as error:
        devices.place(model, "cuda:0")
    assert "cuda:0" in str(error.value)
    assert torch.equal(model(IDS), before)


@pytest.mark.parametrize(
    ("failure", "word"),
    [
        (torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 20 MiB"), "memory of cuda:0 is too small"),
        (RuntimeError("CUDA error: invalid device ordinal\nCompile with TORCH_USE_CUDA_DSA"), "invalid device ordinal"),
        (AssertionError("Torch not compiled with CUDA enabled"), "not compiled with CUDA"),
        (NotImplementedError("The operator 'aten::x' is not implemented for MPS"), "aten::x"),
    ],
)
def test_a_failing_device_says_why(
    model: torch.nn.Module, monkeypatch: pytest.MonkeyPatch, failure: Exception, word: str
) -> None:
    before = model(IDS).clone()
    monkeypatch.setattr(torch.nn.Module, "to", raiser(failure))
    with pytest.raises(devices.DeviceError, match=word) as error:
        devices.place(model, "cuda:0")
    assert "\n" not in str(error.value)
    assert torch.equal(model(IDS), before)


def test_memory_that_runs_out_in_the_check(model: torch.nn.Module, monkeypatch: pytest.MonkeyPatch) -> None:
    emptied = []
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "empty_cache", lambda: emptied.append(True))
    monkeypatch.setattr(torch.nn.Module, "to", copied_to(lambda placed: None))
    monkeypatch.setattr(devices, "self_check", raiser(torch.OutOfMemoryError("out of memory")))
    with pytest.raises(devices.DeviceError, match="too small"):
        devices.place(model, "cuda:0")
    assert emptied


@pytest.mark.parametrize("name", ["cuda:99", "mps", "meta", "nonsense", "", "cuda:-1", "cpu:x", "\0"])
def test_a_device_that_is_not_there(model: torch.nn.Module, name: str) -> None:
    if name == "mps" and torch.backends.mps.is_available():
        pytest.skip("it is there")
    with pytest.raises(devices.DeviceError) as error:
        devices.place(model, name)
    assert str(error.value).isprintable()


def test_self_check_is_the_largest_difference(model: torch.nn.Module, monkeypatch: pytest.MonkeyPatch) -> None:
    assert devices.self_check(model, model) == 0
    forward = type(model).forward

    class Off(type(model)):  # type: ignore[misc]  # the class is a parameter
        def forward(self, ids: torch.Tensor) -> torch.Tensor:
            logits = forward(self, ids)
            logits[0, -1, 3] -= 0.25
            logits[0, 0, 1] += 0.125
            return logits

    off = Off(model.config)
    off.load_state_dict(model.state_dict())
    assert devices.self_check(off, model) == pytest.approx(0.25, abs=1e-5)


def test_self_check_of_another_shape(tmp_path: Path) -> None:
    model = build_model(read_checkpoint(tiny_checkpoint(tmp_path)))
    shorter = build_model(read_checkpoint(tmp_path))
    shorten(shorter)
    assert devices.self_check(shorter, model) == math.inf


def rounded(tensor: torch.Tensor, bits: int) -> torch.Tensor:
    """`tensor` with `bits` bits behind the point, as a device with coarser numbers rounds the factors of a product."""
    step = 1 << (23 - bits)
    whole = tensor.contiguous().view(torch.int32)
    return ((whole + step // 2) // step * step).view(torch.float32)


def test_tolerance_lets_rounding_pass_and_stops_coarse_numbers() -> None:
    from rostok_gui.paths import CHECKPOINTS

    if not (CHECKPOINTS / "rostok" / "model.safetensors").exists():
        pytest.skip("the weights are not in this tree")
    model = build_model(read_checkpoint(CHECKPOINTS / "rostok"))

    class Float64(type(model)):  # type: ignore[misc]  # the class of the shipped model
        def forward(self, ids: torch.Tensor) -> torch.Tensor:
            return super().forward(ids).float()

    exact = Float64(model.config)
    exact.load_state_dict(model.state_dict())
    assert devices.self_check(exact.double(), model) < devices.TOLERANCE / 20

    for module in (coarse := build_model(read_checkpoint(CHECKPOINTS / "rostok"))).modules():
        if isinstance(module, torch.nn.Linear):
            module.register_forward_pre_hook(lambda _, inputs: (rounded(inputs[0], 10),))
    assert devices.self_check(coarse, model) > devices.TOLERANCE


def test_one_core_is_left_to_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    used = []
    monkeypatch.setattr(torch, "set_num_threads", used.append)
    for cores, threads in ((8, 7), (2, 1), (1, 1), (None, 1)):
        monkeypatch.setattr(devices.os, "cpu_count", lambda cores=cores: cores)
        assert devices.use_threads() == threads
    assert used == [7, 1, 1, 1]
